import type { FastifyRequest } from 'fastify'
import { msg } from '../../../shared/words/message.ts'
import { isOpenedElsewhere } from '../../base/loopback.ts'
import type { Services } from '../../core/context.ts'
import { isFromThisMachine } from '../health/this-machine.ts'

export const SAMPLE_IS_LOCAL = msg(
  'The sample hotel can only be entered on the machine it runs on. Set DEMO=1 to show it to others.',
)

/**
 * Whether a request from another machine is for a sample hotel that was loaded by default. Everybody knows the
 * passwords of the sample, so that others may enter it only if DEMO says so. Where PUBLIC_URL names another host, every
 * request may be of others.
 */
export const isSampleFromElsewhere = ({ sample, config }: Services, request: FastifyRequest) =>
  sample && !config.demo && (isOpenedElsewhere(config) || !isFromThisMachine(request))
