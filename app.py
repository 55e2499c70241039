"""The way in: page settings, language and navigation; every page is a file of its own."""

import streamlit as st

from midnight_ui import navigation

st.set_page_config(page_icon="midnight_ui/icon.svg", layout="wide")
navigation.run()
