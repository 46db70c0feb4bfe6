import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { oneOf, replyInstant } from './fields.ts'

/** The guide that leads through the beginning of a deployment: its steps, and how far they are. */

export const setupSteps = [
  ...(['organisation', 'departments', 'people', 'tasks'] as const),
  ...(['places', 'routines', 'procedures', 'kiosk', 'backup'] as const),
] as const
export type SetupStep = (typeof setupSteps)[number]

export const stepStates = ['open', 'done', 'skipped'] as const
export type StepState = (typeof stepStates)[number]

/** The kinds of houses for which departments and first tasks are suggested. */
export const houses = ['hotel', 'restaurant', 'clinic', 'shop'] as const
export type House = (typeof houses)[number]

const state = oneOf(stepStates)

/** An older server does not know of these. */
const newerSteps = {
  places: z.optional(state),
  routines: z.optional(state),
  procedures: z.optional(state),
  kiosk: z.optional(state),
  backup: z.optional(state),
}

export const Setup = z.object({
  steps: z.object({ organisation: state, departments: state, people: state, tasks: state, ...newerSteps }),
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
      ...newerSteps,
    }),
  ),
  house: z.optional(z.nullable(oneOf(houses))),
  isFinished: z.optional(z.boolean()),
})

const count = z.int()
/** The state of a house. It is counted anew each time, so that nobody has to note it. */
export const HouseState = z.object({
  hasName: z.boolean(),
  hasEmergencyPhone: z.boolean(),
  departments: count,
  /** Departments without an active person. */
  departmentsWithoutPeople: count,
  /** Active people. */
  people: count,
  /** How many have no password and no PIN, but a link that works. */
  peopleWithLink: count,
  /** How many have no password, no PIN and no link. */
  peopleLeftOut: count,
  hasTasks: z.boolean(),
  places: count,
  routines: count,
  procedures: count,
  kiosks: count,
  backups: z.object({
    /** Whether the server makes backups by itself. */
    isPlanned: z.boolean(),
    /** When it made the last one; null for never. */
    lastAt: z.nullable(replyInstant),
  }),
})
export type HouseState = z.output<typeof HouseState>

export const setupApi = {
  get: endpoint({
    method: 'GET',
    path: '/setup',
    summary: 'How far the guide through the beginning is',
    allow: 'setup:manage',
    reply: Setup,
    reads: ['organisation'],
  }),
  left: endpoint({
    method: 'GET',
    path: '/setup/left',
    summary: 'What the house has: name, departments, people, tasks, places, routines, procedures, kiosks, backups',
    allow: 'setup:manage',
    reply: HouseState,
    reads: ['organisation', 'departments', 'users', 'tasks', 'places', 'routines', 'sops', 'kiosks'],
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
