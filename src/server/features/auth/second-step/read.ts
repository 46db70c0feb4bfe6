import { and, eq, isNotNull } from 'drizzle-orm'
import type { SecondStepState } from '../../../../shared/second-step.ts'
import type { Context } from '../../../core/context.ts'
import { countRecoveryCodes } from '../../../credentials/codes.ts'
import { isSecondStepRequired } from '../../../credentials/second-step.ts'
import { totpSecrets } from '../../../db/tables/second-step.ts'

/** Whether people of the viewer's role must have a second step. */
export const isRequired = ({ viewer, services: { config } }: Context): boolean =>
  isSecondStepRequired(config, viewer.role)

/** The second step of the viewer's own sign-in. */
export async function readSecondStep(ctx: Context): Promise<SecondStepState> {
  const isOwn = and(eq(totpSecrets.userId, ctx.viewer.id), isNotNull(totpSecrets.confirmedAt))
  const [app] = await ctx.db.select({ appSince: totpSecrets.confirmedAt }).from(totpSecrets).where(isOwn)
  return {
    appSince: app?.appSince ?? null,
    recoveryCodes: await countRecoveryCodes(ctx, ctx.viewer.id),
    isRequired: isRequired(ctx),
  }
}
