import * as z from 'zod/mini'
import { history } from './audit-log.ts'
import { endpoint } from './endpoint.ts'
import { date, id, instant, pathId, replyInstant, userId, wholeNumber } from './fields.ts'

/** How long people work by their contracts: rows with a day from which each holds. */

/** Contracts of one person. */
export const MAX_CONTRACTS = 60
const MAX_WEEKLY_MINUTES = 7 * 24 * 60

const values = {
  /** The day from which it holds, until the next one begins: a Monday, or the first day of the first contract. */
  from: date,
  /** 0 for a person who works on call. */
  weeklyMinutes: wholeNumber(0, MAX_WEEKLY_MINUTES),
  daysPerWeek: wholeNumber(1, 7),
}

export const WorkContract = z.object({
  id,
  userId,
  from: z.string(),
  weeklyMinutes: z.int(),
  daysPerWeek: z.int(),
  createdAt: replyInstant,
  updatedAt: replyInstant,
})
export type WorkContract = z.output<typeof WorkContract>

export const NewContract = z.strictObject(values)
export type NewContract = z.output<typeof NewContract>

const ContractChanges = z.partial(
  z.strictObject({
    ...values,
    /** The `updatedAt` of the version that the change was made on. 409 if the contract has changed since. */
    updatedAt: instant,
  }),
)

interface Dated {
  from: string
}

/** The contract that holds on a day ("2026-11-20"), of one person's in any order; null before the first. */
export const contractAt = <C extends Dated>(contracts: readonly C[], day: string): C | null =>
  contracts.reduce<C | null>(
    (latest, contract) =>
      contract.from <= day && (latest === null || contract.from > latest.from) ? contract : latest,
    null,
  )

export const isMonday = (day: string) => new Date(`${day}T00:00:00.000Z`).getUTCDay() === 1

const ofPerson = { id: userId }
const params = { id: pathId }

export const workContractsApi = {
  list: endpoint({
    method: 'GET',
    path: '/users/:id/contracts',
    summary: "A person's contracts, latest first: for the person, managers of their department and administrators",
    allow: 'contract:read',
    params: ofPerson,
    reply: z.object({ contracts: z.array(WorkContract) }),
    reads: ['contracts'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/users/:id/contracts',
    summary: 'Add a contract. It changes no past week that has one already',
    allow: 'contract:manage',
    params: ofPerson,
    body: NewContract,
    reply: WorkContract,
    status: 201,
    changes: ['contracts'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/contracts/:id',
    summary: 'Correct a contract, also one of past weeks',
    allow: 'contract:manage',
    params,
    body: ContractChanges,
    reply: WorkContract,
    changes: ['contracts'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/contracts/:id',
    summary: 'Delete a contract. The one before holds on',
    allow: 'contract:manage',
    params,
    changes: ['contracts'],
  }),
  history: endpoint({
    method: 'GET',
    path: '/contracts/:id/history',
    summary: 'What was done to a contract, newest first',
    allow: 'contract:manage',
    params,
    ...history,
    reads: ['contracts', 'users'],
  }),
}
