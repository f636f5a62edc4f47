/** Connect's streaming envelope: one byte of flags, a big-endian length, JSON. Flag 2 marks the last one. */
const headerBytes = 5;
const endOfStream = 2;

export function encodeEnvelope(message: unknown, flags = 0): Buffer {
  const body = Buffer.from(JSON.stringify(message));
  const envelope = Buffer.allocUnsafe(headerBytes + body.length);
  envelope.writeUInt8(flags, 0);
  envelope.writeUInt32BE(body.length, 1);
  body.copy(envelope, headerBytes);
  return envelope;
}

export function encodeEnd(): Buffer {
  return encodeEnvelope({}, endOfStream);
}

/** The one message of a request that streams its answer. */
export function decodeEnvelope(bytes: Buffer): unknown {
  return JSON.parse(bytes.toString('utf8', headerBytes, headerBytes + bytes.readUInt32BE(1)));
}
