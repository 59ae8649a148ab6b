// What the page does with the chat. Calls wait in the array until the widget is loaded.
window.parley = window.parley || [];
const parley = (...call) => window.parley.push(call);

document.getElementById('ask').addEventListener('click', () => parley('open'));
parley('on', 'unread', ({ count }) => {
  document.title = count === 0 ? 'Bookshop' : `(${count}) Bookshop`;
});
parley('on', 'error', ({ code, message }) => console.warn(code, message));

// The next person at this browser starts with an empty chat.
if (location.hash === '#signed-out') {
  history.replaceState(null, '', '/');
  parley('reset');
}

/** Tells the chat who is signed in; returns whether somebody is. */
async function identify() {
  const response = await fetch('/chat-identity');
  if (response.status !== 200) return false;
  parley('setUser', await response.text());
  return true;
}

async function start() {
  const isSignedIn = await identify();
  document.getElementById('sign-in').hidden = isSignedIn;
  document.getElementById('sign-out').hidden = !isSignedIn;
  // A proof lasts for ten minutes, and a chat may stay open longer.
  if (isSignedIn) setInterval(() => identify().catch(console.warn), 8 * 60 * 1000);
}

start().catch(console.warn);
