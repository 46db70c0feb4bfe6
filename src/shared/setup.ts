import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { oneOf } from './fields.ts'

/** The guide that leads through the beginning of a deployment: its steps, and how far they are. */

export const setupSteps = ['organisation', 'departments', 'people', 'tasks'] as const
export type SetupStep = (typeof setupSteps)[number]

export const stepStates = ['open', 'done', 'skipped'] as const
export type StepState = (typeof stepStates)[number]

/** The kinds of houses for which departments and first tasks are suggested. */
export const houses = ['hotel', 'restaurant', 'clinic', 'shop'] as const
export type House = (typeof houses)[number]

const state = oneOf(stepStates)

export const Setup = z.object({
  steps: z.object({ organisation: state, departments: state, people: state, tasks: state }),
  house: z.nullable(oneOf(houses)),
  /** The guide no longer opens by itself. It can be opened again at any time. */
  isFinished: z.boolean(),
})
export type Setup = z.output<typeof Setup>

/** Only the fields sent are changed. */
const SetupChanges = z.strictObject({
  steps: z.optional(
    z.strictObject({
      organisation: z.optional(state),
      departments: z.optional(state),
      people: z.optional(state),
      tasks: z.optional(state),
    }),
  ),
  house: z.optional(z.nullable(oneOf(houses))),
  isFinished: z.optional(z.boolean()),
})

export const setupApi = {
  get: endpoint({
    method: 'GET',
    path: '/setup',
    summary: 'How far the guide through the beginning is',
    allow: 'setup:manage',
    reply: Setup,
    reads: ['organisation'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/setup',
    summary: 'Note which steps of the guide are done or skipped, and whether it is finished',
    allow: 'setup:manage',
    body: SetupChanges,
    reply: Setup,
    changes: ['organisation'],
  }),
}
