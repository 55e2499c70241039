// Lets the reader pick a file and tells the server its text, but no more of it than the server would read.
export default function ({ data: [data], parentElement, setTriggerValue }) {
  const button = parentElement.querySelector("button");
  const input = parentElement.querySelector("input");
  button.textContent = data.label;
  button.onclick = () => input.click();
  input.onchange = async () => {
    const [file] = input.files;
    if (!file) return;
    const text = await file.slice(0, data.most + 1).text();
    // The same file again is a change as well.
    input.value = "";
    setTriggerValue("file", { text });
  };
}
