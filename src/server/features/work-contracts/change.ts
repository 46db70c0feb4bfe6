import type { Input } from '../../../shared/endpoint.ts'
import { weekOf } from '../../../shared/time/time.ts'
import { msg } from '../../../shared/words/message.ts'
import {
  contractAt,
  isMonday,
  MAX_CONTRACTS,
  type WorkContract,
  type workContractsApi,
} from '../../../shared/work-contracts.ts'
import { conflict, invalid } from '../../base/errors.ts'
import { contractFor, personOnTheClockFor } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { insert, remove, update } from '../../core/write/write.ts'
import { workContracts } from '../../db/tables/work-contracts.ts'
import { contractsOf } from './rows.ts'

type Changes = Input<typeof workContractsApi.update>

/**
 * Adds a contract. It holds until the next one begins. Throws 400 at `from` for a day that is no Monday, unless it is
 * the person's first day, for a day that another contract of theirs has, and for a past week that has a contract
 * already: what people have seen of past weeks stays. Throws 409 for too many.
 */
export async function createContract(
  ctx: Context,
  { params, body }: Input<typeof workContractsApi.create>,
): Promise<WorkContract> {
  const { id: userId } = await personOnTheClockFor(ctx, params.id, 'contract:manage')
  const others = await contractsOf(ctx, userId)
  if (others.length >= MAX_CONTRACTS)
    throw conflict(
      'too_many_contracts',
      msg('{count, plural, one {A person can have at most # contract} other {A person can have at most # contracts}}', {
        count: MAX_CONTRACTS,
      }),
    )
  mustBeginWell(body.from, others)
  if (body.from < thisMonday(ctx) && contractAt(others, body.from) !== null)
    throw invalid('from', msg('A new contract changes no past week. Correct the contract of that time instead.'))
  return insert(ctx, workContracts, { ...body, userId })
}

/**
 * Corrects a contract, also one of past weeks. Throws 400 as `createContract` for the day, and 409 when the body's
 * `updatedAt` is not the contract's: somebody else has changed it.
 */
export async function updateContract(ctx: Context, { params, body }: Changes): Promise<WorkContract> {
  const { updatedAt, ...changes } = body
  const contract = await contractFor(ctx, params.id, 'contract:manage')
  if (updatedAt !== undefined && Date.parse(updatedAt) !== Date.parse(contract.updatedAt))
    throw conflict('edited_meanwhile', msg('Somebody else has changed this contract meanwhile'))
  if (changes.from !== undefined && changes.from !== contract.from) {
    const others = (await contractsOf(ctx, contract.userId)).filter(({ id }) => id !== contract.id)
    mustBeginWell(changes.from, others)
  }
  return update(ctx, workContracts, contract, changes)
}

/** Deletes a contract. The one before it holds on. */
export async function deleteContract(ctx: Context, { params }: Input<typeof workContractsApi.remove>): Promise<void> {
  await remove(ctx, workContracts, await contractFor(ctx, params.id, 'contract:manage'))
}

/** The first contract begins on any day, all others on Mondays. No two of a person begin on the same day. */
function mustBeginWell(from: string, others: readonly Pick<WorkContract, 'from'>[]) {
  if (others.some((other) => other.from === from))
    throw invalid('from', msg('Another contract of this person begins on this day'))
  const first = others.at(-1)
  if (!first) return
  if (from > first.from && !isMonday(from)) throw invalid('from', msg('A contract begins on a Monday'))
  if (from < first.from && !isMonday(first.from))
    throw invalid('from', msg('The first contract of this person begins on another day. Change its day instead.'))
}

const thisMonday = ({ now, services }: Context) => weekOf(now.getTime(), services.config.timeZone)[0]?.date ?? ''
