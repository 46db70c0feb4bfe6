import type { Case } from './case.ts'
import { idlePages, messages } from './live.ts'
import { bombs, deep, heads, large, pipelined } from './requests.ts'
import { floodFromMany, floodFromOne } from './sign-ins.ts'
import { deaf, halfClosed, idle, slowly } from './stalling.ts'

/** All cases by their names, which the command line selects. */
export const cases: Record<string, Case> = {
  'deep JSON': deep,
  'compressed bombs': bombs,
  'floods of headers': heads,
  'bodies of 100 MB': large,
  'sign-ins, 2,000 at once from one address': floodFromOne,
  'sign-ins, 2,000 at once from 2,000 addresses': floodFromMany,
  pipelining: pipelined,
  'live messages': messages,
  'half-closed connections': halfClosed,
  'one byte a second': slowly,
  'replies that nobody reads': deaf,
  'idle connections': idle,
  'idle live connections': idlePages,
}
