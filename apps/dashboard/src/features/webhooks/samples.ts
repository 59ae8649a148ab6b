/** Programs that check the signature of a request and read its event. */
export const samples = {
  typescript: {
    label: 'TypeScript',
    code: `import { webhooks } from '@parley/sdk';

export async function POST(request: Request) {
  const secret = process.env.PARLEY_WEBHOOK_SECRET;
  // The body as it arrived, before any parser.
  const event = await webhooks.unwrap(await request.text(), request.headers, secret);
  console.log(event.type, event.data);
  return new Response(null, { status: 204 });
}`,
  },
  python: {
    label: 'Python',
    code: `import os
from parley import webhooks

@app.post("/parley-events")
async def receive(request):
    secret = os.environ["PARLEY_WEBHOOK_SECRET"]
    # The body as it arrived, before any parser.
    event = webhooks.unwrap(await request.body(), request.headers, secret)
    print(event["type"], event["data"])
    return Response(status_code=204)`,
  },
} as const;

/** A language of the samples. */
export type Language = keyof typeof samples;
