/** `bigcodebench/server`: the sandbox over HTTP, for programs that bring their own listener. */
export { createServer, type Server, type ServerOptions } from './server/create-server.ts';
