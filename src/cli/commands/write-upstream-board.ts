import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BuiltLeaderboard } from '../../compare/board/build-leaderboard.ts';
import { buildUpstreamFeed } from '../../compare/board/upstream-feed.ts';
import type { TaskFacts } from '../../compare/task-facts.ts';
import { writeBytesKeepingOld } from '../../util/keep-old-file.ts';
import type { CommandContext } from '../command.ts';
