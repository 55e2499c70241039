// Shows the thanks for a moment, then the label again.
const THANKS_MS = 1600;

async function copy(text) {
  // The clipboard API is missing where a classroom serves the app over plain http.
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

// Whoever gets the link may sit before a phone, and is not to see what the sender has answered.
function shared(link, fields) {
  const [page, said = ""] = link.split("?");
  const kept = said.split("&").filter((part) => part && !part.startsWith("projector=")).map((part) => {
    const [name, code = ""] = part.split("=");
    return name in fields ? `${name}=${code.split(".").slice(0, fields[name]).join(".")}` : part;
  });
  return kept.length ? `${page}?${kept.join("&")}` : page;
}

export default function (component) {
  const { data: [data], parentElement } = component;
  const button = parentElement.querySelector(".copy");
  const label = parentElement.querySelector(".label");
  label.textContent = data.label;
  button.onclick = async () => {
    await copy(shared(window.location.href, data.fields));
    label.textContent = data.done;
    button.focus();
    setTimeout(() => { label.textContent = data.label; }, THANKS_MS);
  };
}
