import { createStore } from '../../../ui/loading/store.ts';

/** Ways in which the user wants to hear of a waiting conversation, in this browser. */
export interface Wish {
  readonly sound: boolean;
  readonly notification: boolean;
}

const storageName = 'parley-when-waiting';

const read = (): Wish => {
  const kept = localStorage.getItem(storageName) ?? '';
  return { sound: kept.includes('sound'), notification: kept.includes('notification') };
};

/** The setting of this browser; the same in all its tabs. */
export const waitingWish = createStore(read());

window.addEventListener('storage', ({ key }) => {
  if (key === storageName || key === null) waitingWish.set(read());
});

/** Keeps a wish for this browser. */
export function keepWish(wish: Wish): void {
  const words = [wish.sound && 'sound', wish.notification && 'notification'].filter(Boolean);
  localStorage.setItem(storageName, words.join(' '));
  waitingWish.set(wish);
}
