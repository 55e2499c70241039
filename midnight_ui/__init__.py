"""Everything that the pages share and that touches Streamlit."""
