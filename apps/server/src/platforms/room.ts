/** A text in a notice: our own words, and those of others, in which no mention and no link may come to life. */
export type Words = readonly (string | { readonly said: string })[];

/** A button below a notice. */
export interface RoomChoice {
  readonly label: string;
  /** Comes back with each press: at most 64 bytes. */
  readonly value: string;
  readonly isDanger?: boolean;
}

/** A notice to the team, in no platform's format. */
export interface RoomNotice {
  readonly title: Words;
  /** A text of others that is shown as it is, such as arguments: at most `maxContent` characters. */
  readonly content?: string;
  readonly notes?: readonly Words[];
  readonly link?: { readonly label: string; readonly url: string };
  readonly choices?: readonly RoomChoice[];
}

/** Max characters of the content of a notice: Slack takes 3,000 in a block, Telegram 4,096 in a message. */
export const maxContent = 2_800;

/** Max characters of the title and of each note. */
export const maxWords = 300;

/** Place of a notice at its platform. */
export interface PostedNotice {
  /** The room, which may be another one than was asked for: Telegram moves groups. */
  readonly room: string;
  /** The platform's ID of the notice in its room. */
  readonly remote: string;
}

/** A press of a button below a notice. */
export interface RoomPress {
  readonly value: string;
  readonly user: { readonly id: string; readonly name: string };
  readonly room: string;
  /** The platform's ID of the notice. */
  readonly remote: string;
  /** The platform's ID of the press, or its address for answers. */
  readonly answer: string;
}

/** A message in a thread, as the team's room reads it. */
export interface ThreadAnswer {
  /** The platform's ID of the message of the bot that it answers. */
  readonly to: string;
  /** The person's own words, without a mention of the bot; may be empty. */
  readonly text: string;
}

/** Form of the value of a button: a kind, an ID and a choice. Presses of other buttons are not for the room. */
export const choiceForm = /^[a-z_]{1,20}:[a-z0-9_]{1,40}:[a-z]{1,12}$/;

/** An answer to the person who pressed. */
export interface PressAnswer {
  readonly to: Pick<RoomPress, 'answer' | 'user' | 'room'>;
  /** At most 200 characters. */
  readonly text: string;
  /** True if the press had no effect: the person must read why. */
  readonly isRefusal: boolean;
}

/** Functions with which a kind talks with the room of a team. Functions that call the platform throw a `SendFailure`. */
export interface RoomMessenger<Context> {
  /** Name and example of the identifier of a room, for errors. */
  readonly title: string;
  /** Reads the identifier of a room; undefined for an invalid one. */
  read(text: string): string | undefined;
  /** Posts a notice into a room, or to one person. */
  post(notice: RoomNotice, room: string, context: Context): Promise<PostedNotice>;
  /** Replaces a notice. */
  edit(notice: RoomNotice, place: PostedNotice, context: Context): Promise<void>;
  /** Posts into the thread of a notice. */
  tell(notice: RoomNotice, thread: PostedNotice, context: Context): Promise<PostedNotice>;
  /** True if an answer in a thread names the message below which it is, and not the notice. */
  readonly namesNearest: boolean;
  /** A sentence below a notice with a thread. */
  readonly howToAnswer: string;
  /** Answers a press; only the person who pressed sees it. */
  answer(answer: PressAnswer, context: Context): Promise<void>;
}
