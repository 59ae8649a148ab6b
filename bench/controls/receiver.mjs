/** A receiver of webhooks that answers at once. */
import { createServer } from 'node:http';

createServer((request, response) => {
  request.resume();
  request.on('end', () => response.writeHead(request.method === 'GET' ? 200 : 204).end());
}).listen(Number(process.env.PORT), '127.0.0.1');
