import { APIError, type SecondFactorDemand } from '@parley/sdk';
import { callSignedOut } from '../../api/client.ts';
import { signWithPasskey } from './passkey.ts';

/** Result of a password: the result of the call, or the second step that is still needed. */
export type Step<Result> = { readonly result: Result } | { readonly demand: SecondFactorDemand };

/** Makes a call that begins a session. That it needs a second step is no failure. */
export async function firstStep<Result>(call: () => Promise<Result>): Promise<Step<Result>> {
  try {
    return { result: await call() };
  } catch (error) {
    if (error instanceof APIError && error.secondFactor !== undefined) return { demand: error.secondFactor };
    throw error;
  }
}

/** Ways for a user to prove who they are. */
export interface Prover<Result> {
  /** `totp`, `passkey` and `recovery_code`, or others of a newer server. */
  readonly methods: readonly string[];
  /** Proves it by a code of the authenticator app or a recovery code. */
  byCode(code: string): Promise<Result>;
  byPasskey(): Promise<Result>;
}

/** The second step as the service takes it. */
interface SecondStepProof {
  readonly token: string;
  readonly code?: string;
  readonly passkey?: Awaited<ReturnType<typeof signWithPasskey>>;
}

/** The prover of a second step; `send` completes the call that the password began. */
export const secondStep = <Result>(
  { token, methods }: SecondFactorDemand,
  send: (proof: SecondStepProof) => Promise<Result>,
): Prover<Result> => ({
  methods,
  byCode: (code) => send({ token, code }),
  byPasskey: async () => {
    const challenge = await callSignedOut((client) => client.sessions.passkeyOptions({ token }));
    return send({ token, passkey: await signWithPasskey(challenge) });
  },
});

/** The prover of the second step of a sign-in. */
export const signingIn = (demand: SecondFactorDemand) =>
  secondStep(demand, (proof) => callSignedOut((client) => client.sessions.createBySecondFactor(proof)));
