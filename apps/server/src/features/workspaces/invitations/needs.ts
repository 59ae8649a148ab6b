import type {
  Client,
  EnteringUser,
  NewSession,
  PasskeyClient,
  SignInMethod,
  SignInUser,
} from '../../../access/sign-in.ts';
import type { Newcomer, RecordEvent } from '../../../events/happening.ts';
import type { Mail } from '../../../mail/mail.ts';
import type { SecondFactorProof } from '../../../schemas/passkeys.ts';
import type { Database } from '../../../storage/database.ts';
import type { Room } from '../../../storage/quotas/quotas.ts';
import type { Statement } from '../../../storage/unit.ts';

/** A person who is created for an invitation. */
export interface UserDraft {
  readonly account: string;
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly verified: boolean;
}

/** A known person, and whether their address is verified. */
interface KnownUser extends SignInUser {
  readonly account_id: string;
  readonly verified_at: number | null;
}

/** Dependencies of invitations. */
export interface InvitationNeeds {
  readonly db: Database;
  readonly room: Room;
  readonly now: () => number;
  newId(kind: 'invitation'): string;
  /** The address of the dashboard, without a slash at the end. */
  readonly publicUrl: string;
  readonly mail: Pick<Mail, 'isOn' | 'post'>;
  findUser(by: { email: string }): Promise<KnownUser | undefined>;
  /** Returns a new person with a password, and the statements that insert it. */
  makeUser(draft: UserDraft): Promise<{ readonly user: SignInUser; readonly statements: readonly Statement[] }>;
  /** Returns the statements that lock a person until the unit of work ends. */
  holdUser(user: string): readonly Statement[];
  /** Returns the statement that throws `orElse` unless a person may be a member in this account. */
  demandVerified(user: { readonly id: string; readonly account: string }, orElse: () => Error): Statement;
  /** Returns the statements that note a person's address as verified, with their events; none if it already is. */
  proof(user: KnownUser, by: Newcomer): Promise<Statement[]>;
  /** Throws `too_many_failed_attempts` while an address, or its network, must wait. */
  permit(address: string): void;
  /** Throws `validation_failed` if a password breaks the rules for new ones. */
  checkPassword(password: string): void;
  /** Creates the session of a person who was just created. */
  beginSession(user: EnteringUser, client: Client, methods: readonly SignInMethod[]): NewSession;
  /**
   * Creates the session of a known person by their password and second factor. Throws `invalid_credentials`,
   * `second_factor_required` or `second_factor_invalid`.
   */
  enter(
    client: PasskeyClient,
    credentials: { email: string; password: string; secondFactor: SecondFactorProof | undefined },
  ): Promise<NewSession & { readonly user: EnteringUser }>;
  forgetCallers(): void;
  readonly record: RecordEvent;
}
