import type { FastifyRequest } from 'fastify'
import type { Services } from '../core/context.ts'
import { isFromThisMachine } from './this-machine.ts'

export const SAMPLE_IS_LOCAL =
  'The sample hotel can only be entered on the machine it runs on. Set DEMO=1 to show it to others.'

/**
 * Whether somebody tries, from another machine, to enter a sample hotel that was loaded without being asked for: everybody
 * knows its passwords (decisions, section 1).
 */
export const isSampleFromElsewhere = ({ sample, config }: Services, request: FastifyRequest) =>
  sample && !config.demo && !isFromThisMachine(request)
