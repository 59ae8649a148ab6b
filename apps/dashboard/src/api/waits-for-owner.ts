import { callSignedOut } from './client.ts';

/** True if the instance has no user yet, so that its set-up is open. */
export async function waitsForOwner(): Promise<boolean> {
  const setup = await callSignedOut((client) => client.setup.retrieve()).catch(() => undefined);
  return setup !== undefined;
}
