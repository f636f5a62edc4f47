import { readFileSync } from 'node:fs';

export interface ListeningSocket {
  readonly address: string;
  /** Unknown for unix sockets. */
  readonly uid: number | undefined;
}

const listening = '0A';
const acceptsConnections = 0x10000;

/** What listens in the network namespace of this process: TCP, bound UDP, unix. */
export function readListeningSockets(): ListeningSocket[] {
  return [
    ...['tcp', 'tcp6'].flatMap((table) => internetSockets(table, (state) => state === listening)),
    ...['udp', 'udp6'].flatMap((table) => internetSockets(table, () => true)),
    ...unixSockets(),
  ];
}

function internetSockets(table: string, isWanted: (state: string) => boolean): ListeningSocket[] {
  return rowsOf(`/proc/net/${table}`).flatMap((fields) => {
    const [, local = '', , state = '', , , , uid] = fields;
    const port = Number.parseInt(local.split(':')[1] ?? '', 16);
    return isWanted(state) ? [{ address: `${table}:${port}`, uid: Number(uid) }] : [];
  });
}

function unixSockets(): ListeningSocket[] {
  return rowsOf('/proc/net/unix').flatMap((fields) => {
    const [, , , flags = '0', , , , path] = fields;
    const isListening = (Number.parseInt(flags, 16) & acceptsConnections) !== 0;
    return isListening && path !== undefined ? [{ address: `unix:${path}`, uid: undefined }] : [];
  });
}

function rowsOf(path: string): string[][] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return []; // a kernel without this protocol
  }
  return text
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => line.trim().split(/\s+/));
}
