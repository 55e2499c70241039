"""Your record."""

import streamlit as st

from midnight_ui.text import tr

st.title(tr("Your record"))
