/** Opens many connections to a port of this machine, asks on all of them, prints how often each status came: PORT COUNT. */
import { once } from 'node:events';
import { connect } from 'node:net';

const [port, count] = process.argv.slice(2).map(Number);
const sockets = await Promise.all(
  Array.from({ length: count }, async () => {
    const socket = connect({ port, host: '127.0.0.1' });
    await once(socket, 'connect');
    return socket;
  }),
);
const counts = {};
await Promise.all(
  sockets.map(async (socket) => {
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const [answer] = await once(socket, 'data');
    socket.destroy();
    const status = /^HTTP\/1\.1 (\d+)/.exec(String(answer))?.[1] ?? 'none';
    counts[status] = (counts[status] ?? 0) + 1;
  }),
);
console.log(JSON.stringify(counts));
