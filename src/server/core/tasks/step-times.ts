import { sql } from 'drizzle-orm'
import { may, type Subject } from '../../../shared/permissions.ts'
import type { Context } from '../context.ts'

/** When single steps were done. A list of such times is a record of a person's day, so not everybody is shown them. */

/**
 * Whether the viewer is shown when others did the steps of a task: people who may update it are, unless the deployment
 * does not want that.
 */
export const seesStepTimes = ({ viewer, services }: Context, task: Subject) =>
  services.config.stepTimes && may(viewer, 'task:update', task)

/** The actions whose entries say when somebody did a step, for `in`. */
export const STEP_TICKS = sql.raw("('step.check', 'step.clear', 'step.remove-photo', 'step.restore-photo')")
