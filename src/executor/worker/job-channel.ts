/** Text to and from one worker, whatever carries it: the stdin and stdout of a command, a remote sandbox's process. */
export interface JobChannel {
  send(text: string): void;
  /** Resolves with how it ended, in words, when nothing more will come. Never rejects. */
  readonly ended: Promise<string>;
  /** Ends the worker: politely first, by force when that does not help. Resolves when it is gone. */
  close(): Promise<void>;
  /** Ends the worker by force. */
  kill(): void;
}

export interface ChannelHandlers {
  readonly onText: (chunk: Buffer | string) => void;
}

/** Starts a worker and gives the channel to it; called again when the worker has died. */
export interface WorkerPlace {
  /** Names the place in messages, without secrets. */
  readonly name: string;
  open(handlers: ChannelHandlers, signal: AbortSignal): Promise<JobChannel>;
}
