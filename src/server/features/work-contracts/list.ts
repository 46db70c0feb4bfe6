import type { Input } from '../../../shared/endpoint.ts'
import type { WorkContract, workContractsApi } from '../../../shared/work-contracts.ts'
import { personOnTheClockFor } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { contractsOf } from './rows.ts'

/** A person's contracts, latest first, also of a person who has left. Throws 403 or 404 for others than one may see. */
export async function listContracts(
  ctx: Context,
  { params }: Input<typeof workContractsApi.list>,
): Promise<{ contracts: WorkContract[] }> {
  const { id } = await personOnTheClockFor(ctx, params.id, 'contract:read')
  return { contracts: await contractsOf(ctx, id) }
}
