/**
 * A provider on loopback, as a process of its own: `node loopback-server.mjs CAPACITY LATENCY_MS`. It answers each
 * request after the latency and refuses with 429 what exceeds its capacity. Sends its port to its parent, and on
 * request what it has seen.
 */
import { createServer } from 'node:http';

const [capacity, latencyMs] = process.argv.slice(2).map(Number);
const seen = { requests: 0, answered: 0, refusedAt: [], mostAtOnce: 0, atOnce: [] };
let running = 0;

const answer = JSON.stringify({
  id: 'x',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: '```python\ndef task_func():\n    return 1\n```' },
      finish_reason: 'stop',
    },
  ],
  usage: { prompt_tokens: 200, completion_tokens: 50, total_tokens: 250 },
});

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    seen.requests++;
    response.setHeader('content-type', 'application/json');
    if (running >= capacity) {
      seen.refusedAt.push(seen.requests);
      response.writeHead(429).end('{"error":{"message":"too many at once"}}');
      return;
    }
    running++;
    seen.mostAtOnce = Math.max(seen.mostAtOnce, running);
    seen.atOnce.push(running);
    setTimeout(() => {
      running--;
      seen.answered++;
      response.end(answer);
    }, latencyMs);
  });
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('message', () => process.send({ seen }));
process.on('disconnect', () => process.exit());
