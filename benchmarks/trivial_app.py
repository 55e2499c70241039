"""The floor that the app is compared with: the smallest Streamlit app with one button and one number."""

import streamlit as st

st.session_state.setdefault("count", 0)


def count_up() -> None:
    st.session_state.count += 1


st.button("Go", key="go", on_click=count_up)
st.write(f"COUNT={st.session_state.count}")
