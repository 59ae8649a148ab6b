import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { embeds } from './fake-embeddings.ts';

/** A request as the provider received it. */
export interface Asked {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly temperature: number;
  /** The whole body. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Resolves when the client has disconnected or received the whole response. */
  readonly closed: Promise<unknown>;
}

/** Answers one request, correctly or not. */
export type Play = (response: ServerResponse, asked: Asked) => void | Promise<void>;

/** Answers a request for the list of models. */
export type ListPlay = (response: ServerResponse, url: string) => void | Promise<void>;

/** A model provider that speaks OpenAI's chat completions, streamed, and its embeddings, over real HTTP. */
export interface FakeProvider {
  /** The value of the setting `FAKE_BASE_URL`. */
  readonly url: string;
  /** The settings that register it as `fake`. */
  readonly environment: Readonly<Record<string, string>>;
  readonly asked: readonly Asked[];
  /** Sets how requests for a model are answered, in order; the last one applies to all further requests. */
  play(model: string, ...plays: readonly [Play, ...Play[]]): void;
  /** Sets how requests for the list of models are answered; 404 by default. */
  list(play: ListPlay): void;
  /** The headers of the requests for the list. */
  readonly listed: readonly IncomingHttpHeaders[];
  close(): Promise<void>;
}

/** Its API key, which no answer or log may show. */
export const providerKey = 'sk-fake-0123456789-never-to-be-seen';

/** Starts a provider; an unknown model answers hello. With `remembers: false`, `asked` stays empty. */
export async function startFakeProvider({ remembers = true } = {}): Promise<FakeProvider> {
  const asked: Asked[] = [];
  const plays = new Map<string, Play[]>();
  const listed: IncomingHttpHeaders[] = [];
  let playList: ListPlay = (response) => void response.writeHead(404).end();
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      listed.push(request.headers);
      await playList(response, request.url ?? '');
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Pick<
      Asked,
      'model' | 'messages' | 'temperature'
    >;
    const { model, messages, temperature } = body;
    const entry = {
      path: request.url ?? '',
      headers: request.headers,
      model,
      messages,
      temperature,
      body: { ...body },
    };
    const whole = { ...entry, closed: once(response, 'close') };
    if (remembers) asked.push(whole);
    const usual = whole.path.endsWith('/embeddings') ? embeds() : says('Hello', ' from ', model, '.');
    const queue = plays.get(model) ?? [usual];
    const play = queue.length > 1 ? queue.shift() : queue[0];
    await play?.(response, whole);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return {
    url,
    environment: { PARLEY_PROVIDERS: 'fake', FAKE_BASE_URL: url, FAKE_API_KEY: providerKey },
    asked,
    play: (model, ...queue) => plays.set(model, [...queue]),
    list: (play) => {
      playList = play;
    },
    listed,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A server-sent event with a piece of text. */
export const piece = (content: string) => event({ delta: { role: 'assistant', content }, finish_reason: null });

/** A server-sent event with a piece of a model's reasoning. */
export const thought = (text: string) => event({ delta: { reasoning_content: text }, finish_reason: null });

/** The events that end a reply: the reason, the tokens, and `[DONE]`. */
export const ending = (reason = 'stop') =>
  event({ delta: {}, finish_reason: reason }) +
  `data: ${JSON.stringify({ ...frame, choices: [], usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 } })}\n\n` +
  'data: [DONE]\n\n';

const frame = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_700_000_000, model: 'fake' };
/** A server-sent event with a choice of a chat completion. */
export const event = (choice: object) =>
  `data: ${JSON.stringify({ ...frame, choices: [{ index: 0, ...choice }] })}\n\n`;

/** Starts a stream. */
export const begin = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });

/** Streams a text in pieces. */
export const says =
  (...pieces: readonly string[]): Play =>
  (response) => {
    begin(response).end(pieces.map(piece).join('') + ending());
  };

/** Streams a text in Anthropic's messages format; `reason` is the stop reason. */
export const saysAsAnthropic =
  (pieces: readonly string[], reason = 'end_turn'): Play =>
  (response) => {
    const message = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude',
      content: [],
      stop_reason: null,
    };
    const events: { readonly type: string; readonly [field: string]: unknown }[] = [
      { type: 'message_start', message: { ...message, usage: { input_tokens: 13, output_tokens: 1 } } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'ping' },
      ...pieces.map((text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })),
      { type: 'content_block_stop', index: 0 },
      {
        ...{ type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null } },
        usage: { output_tokens: 9 },
      },
      { type: 'message_stop' },
    ];
    const texts = events.map((each) => `event: ${each.type}\ndata: ${JSON.stringify(each)}\n\n`);
    begin(response).end(texts.join(''));
  };

/** Refuses with a status; the body repeats the key, as some providers do. */
export const refuses =
  (status: number, headers: Record<string, string> = {}): Play =>
  (response) => {
    const error = { message: `Incorrect API key provided: ${providerKey}.`, type: 'error' };
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify({ error }));
  };

/** Refuses a request with a temperature in OpenAI's words, as reasoning models do; answers any other. */
export const thinksFirst =
  (...texts: string[]): Play =>
  (response, asked) => {
    if (!('temperature' in asked.body)) return says(...texts)(response, asked);
    const message = "Unsupported value: 'temperature' does not support 0.7 with this model.";
    const error = { message, type: 'invalid_request_error', param: 'temperature', code: 'unsupported_value' };
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
  };

/** Streams a text and then an event that isn't part of the protocol. */
export const babbles: Play = (response) => {
  begin(response).end(`${piece('Half')}data: {"choices": [{"delta"\n\n`);
};

/** Streams a text and closes the connection. */
export const hangsUp: Play = (response) => {
  begin(response).write(piece('Half of it'), () => response.socket?.destroy());
};

/** Streams a text and ends the response cleanly, but without an end of the reply. */
export const stopsShort: Play = (response) => {
  begin(response).end(piece('Half of it'));
};

/** Accepts the request and sends nothing. */
export const keepsSilent: Play = (response) => {
  begin(response).flushHeaders();
};

/** Streams a text and then nothing more. */
export const fallsSilent: Play = (response) => {
  begin(response).write(piece('Half of it'));
};

/** Sends a byte every `delay` milliseconds: never silent, never a complete reply. */
export const drips =
  (delay: number): Play =>
  async (response, { closed }) => {
    let gone = false;
    void closed.then(() => {
      gone = true;
    });
    begin(response);
    for (const byte of piece('x'.repeat(1_000))) {
      if (gone) return;
      response.write(byte);
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  };

/** Sends one piece of many bytes. */
export const floods =
  (bytes: number): Play =>
  (response) => {
    begin(response).end(piece('x'.repeat(bytes)) + ending());
  };

/** Streams for ever, as fast as the client reads. */
export const neverEnds: Play = async (response, { closed }) => {
  let gone = false;
  void closed.then(() => {
    gone = true;
  });
  begin(response);
  const text = piece('again and again and again. ').repeat(20);
  while (!gone) {
    if (!response.write(text)) await Promise.race([once(response, 'drain'), closed]);
    await new Promise((resolve) => setImmediate(resolve));
  }
};

/** A reply whose pieces the test sends one by one. */
export function conducted() {
  let response: ServerResponse | undefined;
  let arrive: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  return {
    play: ((given) => {
      response = begin(given);
      response.flushHeaders();
      arrive();
    }) satisfies Play,
    /** Resolves when the request has arrived. */
    begun,
    say: (text: string): void => void response?.write(piece(text)),
    end: (): void => void response?.end(ending()),
  };
}
