import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, pathId, replyInstant } from './fields.ts'

/**
 * The procedure (SOP) by which a task is done. Viewers who may not read the SOP know its title and nothing of its
 * document: the nullable fields are null for them.
 */
const ProcedureOfTask = z.object({
  /** Null for a task without a procedure. */
  procedure: z.nullable(
    z.object({
      id,
      title: z.string(),
      version: z.nullable(z.string()),
      /** The number of the current file, as `POST /sops/:id/confirm` takes it. */
      revision: z.nullable(z.int()),
      pages: z.nullable(z.int()),
      /** The page at which it opens, from 1. */
      page: z.int(),
      /** The address of the current file. */
      fileUrl: z.nullable(z.string()),
      updatedAt: z.nullable(replyInstant),
    }),
  ),
  /** Whether the viewer may read the SOP. */
  canRead: z.boolean(),
  /**
   * Present if it was changed since the viewer completed a task by it, and the viewer has not confirmed the current
   * revision: the revision that they worked by then, and the changes in the current file.
   */
  changed: z.nullable(z.object({ since: z.int(), changeNote: z.nullable(z.string()) })),
})
export type ProcedureOfTask = z.output<typeof ProcedureOfTask>

export const procedureApi = {
  get: endpoint({
    method: 'GET',
    path: '/tasks/:id/procedure',
    summary: 'The procedure of a task, and whether it has changed since the viewer last worked by it',
    allow: 'task:read',
    params: { id: pathId },
    reply: ProcedureOfTask,
    reads: ['tasks', 'sops'],
    cached: 'moving',
  }),
}
