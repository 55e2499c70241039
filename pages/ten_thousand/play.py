"""Play 10 000."""

import streamlit as st

from midnight_ui.text import tr

st.title(tr("Play 10 000"))
