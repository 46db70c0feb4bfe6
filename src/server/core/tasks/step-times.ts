import { sql } from 'drizzle-orm'
import { may, type Subject } from '../../../shared/permissions.ts'
import type { Context } from '../context.ts'

/** When single steps were done. A list of such times is a record of a person's day, so not everybody is shown them. */

/** Whether the viewer sees when others did steps: people who may update the task do, with STEP_TIMES on. */
export const seesStepTimes = ({ viewer, services }: Context, task: Subject) =>
  services.config.stepTimes && may(viewer, 'task:update', task)

/** The actions whose entries say when somebody did a step, for `in`. */
export const STEP_TICKS = sql.raw("('step.check', 'step.clear', 'step.remove-photo', 'step.restore-photo')")
