/** Identifiers in the examples of the API document; those that belong together are the same everywhere. */
export const exampleIds = {
  account: 'acct_01kg9v3fzjehh9t4vy2m8rnpx0',
  user: 'user_01kg9v3fzkf8ks6h2d4b7w9ant',
  otherUser: 'user_01kg9wc41rey9bd0w3t5q7hcvm',
  session: 'sess_01kg9v5b0nftha1r6e8c3zjm2p',
  passkey: 'passkey_01kg9v5c2mf7jrd1y8h4t6w0qk',
  workspace: 'ws_01kg9v3g02e1wv7k5y9f4bxd3h',
  invitation: 'inv_01kg9wa7k8f4q9z2c6m0rt5nye',
  apiKey: 'key_01kg9v6ycye6r8j3h5p1xw4q0z',
  otherApiKey: 'key_01kga07x2bf0dsn4v8m6k1t9ce',
  agent: 'agent_01kg9v7rs1f2t8d4b6n0yq5hxm',
  channel: 'channel_01kg9vq40efm2s7x9r1c3k5z8w',
  conversation: 'conv_01kg9vb2h4exg3z7k9w1t6c5mr',
  message: 'msg_01kg9vb2h5fz8c4m6x0q2n7tyd',
  reply: 'msg_01kg9vb2h6e5r1w3j9b7p4s0kv',
  entry: 'ent_01kg9vb9k2e7mw4x6t8c1r5z3q',
  source: 'src_01kg9vm5t3fy6k8q2h4d0n1zxc',
  document: 'doc_01kg9vm6b4e8xr2m5c7y9w0tkn',
  pair: 'pair_01kg9vmz91fd3s6v8k0q2h5jax',
  question: 'qst_01kg9vp2d7h6s3r9y4n8w1j5za',
  sync: 'sync_01kg9vm5t4e2c7n9r1x3z6bwmd',
  job: 'job_01kg9w2n5qe3tb8x6c4m9k7zda',
  event: 'evt_01kg9v3g0fehk8x2v6m4t7c1zd',
  webhook: 'webhook_01kg9wd0m2eyd8s4v6k1q7h3xz',
  webhookDelivery: 'whdel_01kg9wd3r5fgk7t2x9m4c6b8zn',
  tool: 'tool_01kg9wf2c8e5tv3m7x1k9r4d6b',
  toolConnection: 'tcon_01kg9wf4h1ec5r8y2m6t3v9k7n',
  toolCall: 'call_01kg9wf6n3f9hd2q8w5z0t7m4c',
  view: 'view_01kg9wj4d8e7xt2m6b9r1k5q3h',
  savedReply: 'srep_01kg9wh2t6f3qs8v4n7x0c5m1d',
  team: 'team_01kg9wg5r2e8st4m6x0k3c7d9v',
  roomAccount: 'racc_01kg9wg1p7f4kb6t2y9d5x3n8r',
} as const;

/** Times in the examples, in their order. */
export const exampleTimes = {
  created: '2026-01-31T09:30:00.000Z',
  updated: '2026-01-31T09:30:02.450Z',
  soon: '2026-01-31T10:30:00.000Z',
  later: '2026-02-07T09:30:00.000Z',
} as const;

/** Secrets of the examples, which can't be taken for real ones. */
export const exampleSecrets = {
  password: 'not-a-real-password',
  newPassword: 'not-a-real-password-either',
  token: 'example-token-not-real',
  key: 'parley_example-not-a-real-key',
} as const;

/** SHA-256 of the quote in the examples, in hex. */
export const exampleHash = 'eea7330350a15d6544d5e9c55ba318cec7f15799e2385410cbc155ce31e0d8dc';

/** Links in the examples. */
export const exampleLinks = {
  invitation: 'https://parley.example.com/join#token=example-token-not-real',
  chatPage: 'https://parley.example.com/chat/channel_01kg9vq40efm2s7x9r1c3k5z8w',
  picture:
    'https://parley.example.com/chat/channel_01kg9vq40efm2s7x9r1c3k5z8w/picture-9f86d081884c7d659a2feaa0c55ad015',
  widgetScript: 'https://parley.example.com/widget.js',
  inbound: 'https://parley.example.com/api/channels/channel_01kg9vq40efm2s7x9r1c3k5z8w/inbound',
  reset: 'https://parley.example.com/reset-password#token=example-token-not-real',
} as const;

/** Texts of the examples. */
export const exampleTexts = {
  question: 'Where is my parcel? My order is 10-4432.',
  reply: 'It is on its way and should arrive on Monday.',
} as const;

/** The conversation of the examples. */
export const exampleConversation = {
  userId: 'customer-42',
  title: 'Where is my parcel?',
  tags: ['shipping'],
  metadata: { orderId: '10-4432' },
};
