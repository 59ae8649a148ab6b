import{r as e}from"./rolldown-runtime-XKyaHtl9.js";import{t}from"./Anchor-DBkBdRSz.js";import{t as n}from"./Code-D8yCfKcO.js";import{t as r}from"./SegmentedControl-CuPO3K9M.js";import{t as i}from"./Text-CBnShZ3f.js";import{E as a,M as o,P as s,p as c}from"./react-BkSqgfUX.js";import{o as l,u}from"./index-j6CC837-.js";import{t as d}from"./snippet-BnZk6su8.js";var f=e(s(),1),p={tab:`_tab_zj3xx_1`,client:`_client_zj3xx_6`},m=[`curl`,`fetch`,`TypeScript`,`Python`],h=[{id:`chat`,title:`Talk to it`,scope:`conversations:write`},{id:`stream`,title:`Stream the reply`,scope:`conversations:write`},{id:`read`,title:`Read the agent`,scope:`agents:read`},{id:`change`,title:`Change it`,scope:`agents:write`}],g=`export PARLEY_API_KEY=parley_…`,_={curl:()=>g,fetch:()=>`${g}\n# Save the code as agent.mjs, then:\nnode agent.mjs`,TypeScript:e=>`npm install ${e}/sdk/parley-sdk.tgz\n${g}\n# Save the code as agent.mjs, then:\nnode agent.mjs`,Python:()=>`${g}\n# Save the code as agent.py, then:\npython3 agent.py`},v={chat:{curl:({origin:e,id:t})=>`curl ${e}/api/agents/${t}/chat \\
  -H "Authorization: Bearer $PARLEY_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"message": "What can you help me with?"}'`,fetch:({origin:e,id:t})=>`async function call(method, path, body) {
  const response = await fetch('${e}' + path, {
    method,
    headers: {
      Authorization: \`Bearer \${process.env.PARLEY_API_KEY}\`,
      'Content-Type': 'application/json',
    },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error((await response.json()).error);
  return response;
}

const answer = await call('POST', '/api/agents/${t}/chat', {
  message: 'What can you help me with?',
});
const { conversation, reply } = (await answer.json()).data;
console.log(reply.content);

// The ID continues the same conversation.
await call('POST', '/api/agents/${t}/chat', {
  message: 'Tell me more.',
  conversationId: conversation._id,
});`,TypeScript:({origin:e,id:t})=>`import { Parley } from '@parley/sdk';

const client = new Parley({ baseURL: '${e}' });
const { conversation, reply } = await client.agents.chat('${t}', {
  message: 'What can you help me with?',
});
console.log(reply?.content);

// The ID continues the same conversation.
await client.agents.chat('${t}', {
  message: 'Tell me more.',
  conversationId: conversation._id,
});`,Python:({origin:e,id:t})=>`import json
import os
import urllib.request

def call(method, path, body=None):
    request = urllib.request.Request(
        "${e}" + path,
        method=method,
        headers={
            "Authorization": f"Bearer {os.environ['PARLEY_API_KEY']}",
            "Content-Type": "application/json",
        },
        data=body and json.dumps(body).encode(),
    )
    return urllib.request.urlopen(request)

answer = call("POST", "/api/agents/${t}/chat", {"message": "What can you help me with?"})
data = json.load(answer)["data"]
print(data["reply"]["content"])

# The ID continues the same conversation.
call(
    "POST",
    "/api/agents/${t}/chat",
    {"message": "Tell me more.", "conversationId": data["conversation"]["_id"]},
)`},stream:{curl:({origin:e,id:t})=>`curl -N ${e}/api/agents/${t}/chat \\
  -H "Authorization: Bearer $PARLEY_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"message": "What can you help me with?", "stream": true}'`,fetch:({id:e})=>`const stream = await call('POST', '/api/agents/${e}/chat', {
  message: 'What can you help me with?',
  stream: true,
});
let rest = '';
for await (const piece of stream.body.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + piece).split('\\n');
  rest = lines.pop();
  for (const line of lines) {
    if (!line.startsWith('data: ')) continue;
    const event = JSON.parse(line.slice('data: '.length));
    if (event.error) throw new Error(event.error);
    process.stdout.write(event.text ?? '');
  }
}`,TypeScript:({id:e})=>`const stream = client.agents.stream('${e}', {
  message: 'What can you help me with?',
});
for await (const piece of stream.text()) process.stdout.write(piece);`,Python:({id:e})=>`stream = call(
    "POST",
    "/api/agents/${e}/chat",
    {"message": "What can you help me with?", "stream": True},
)
for line in stream:
    if line.startswith(b"data: "):
        event = json.loads(line[len(b"data: "):])
        if "error" in event:
            raise RuntimeError(event["error"])
        print(event.get("text", ""), end="", flush=True)`},read:{curl:({origin:e,id:t})=>`curl ${e}/api/agents/${t} \\
  -H "Authorization: Bearer $PARLEY_API_KEY"`,fetch:({id:e})=>`const read = await call('GET', '/api/agents/${e}');
const agent = (await read.json()).data;
console.log(agent.name, agent.status);`,TypeScript:({id:e})=>`const agent = await client.agents.retrieve('${e}');
console.log(agent.name, agent.status);`,Python:({id:e})=>`agent = json.load(call("GET", "/api/agents/${e}"))["data"]
print(agent["name"], agent["status"])`},change:{curl:({origin:e,id:t})=>`curl -X PUT ${e}/api/agents/${t} \\
  -H "Authorization: Bearer $PARLEY_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"temperature": 0.2}'`,fetch:({id:e})=>`await call('PUT', '/api/agents/${e}', { temperature: 0.2 });`,TypeScript:({id:e})=>`await client.agents.update('${e}', { temperature: 0.2 });`,Python:({id:e})=>`call("PUT", "/api/agents/${e}", {"temperature": 0.2})`}},y=o();function b({agent:e}){let[n,a]=(0,f.useState)(`curl`),o={origin:location.origin,id:e._id};return(0,y.jsxs)(`div`,{className:p.tab,children:[(0,y.jsx)(r,{"aria-label":`Language`,data:[...m],value:n,onChange:e=>a(e)}),(0,y.jsxs)(l,{title:`Before you begin`,lead:(0,y.jsxs)(y.Fragment,{children:[`You need an`,` `,(0,y.jsx)(t,{component:c,to:u.keys,underline:`always`,children:`API key`}),`. Keep it in the environment, never in the code.`]}),children:[(0,y.jsx)(d,{label:`preparation`,code:_[n](o.origin)}),n===`TypeScript`&&(0,y.jsx)(S,{})]}),h.map(({id:e,title:t,scope:r})=>(0,y.jsx)(l,{title:t,lead:(0,y.jsxs)(y.Fragment,{children:[`Scope: `,r]}),children:(0,y.jsx)(d,{label:`${t}, ${n}`,code:v[e][n](o)})},e)),(0,y.jsxs)(i,{c:`dimmed`,size:`sm`,mt:`xl`,children:[`Every operation is in the`,` `,(0,y.jsx)(t,{href:`/api/openapi.json`,underline:`always`,children:`OpenAPI document`}),` `,`of this instance.`]})]})}async function x(){let e=await fetch(`/sdk/parley-sdk.json`);if(!e.ok)throw Error(`This instance was built without the client.`);return(await e.json()).data}function S(){let{data:e,error:t}=a({queryKey:[`client`],queryFn:x,retry:!1});return t===null?(0,y.jsxs)(i,{c:`dimmed`,size:`sm`,mt:`xs`,className:p.client,children:[e===void 0?`Served by this instance.`:`Version ${e.version}, served by this instance. Integrity: `,e!==void 0&&(0,y.jsx)(n,{children:e.integrity})]}):(0,y.jsx)(i,{c:`dimmed`,size:`sm`,mt:`xs`,children:`This instance doesn’t serve the client: its operator can run npm run build.`})}export{b as CodeTab};