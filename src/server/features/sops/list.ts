import type { Input } from '../../../shared/endpoint.ts'
import { MAX_SOPS, type Sop, type sopsApi } from '../../../shared/sops.ts'
import { visibleSops } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { sopsWithNames } from './rows.ts'

/** The SOPs that the viewer may see, sorted by title. Throws 403 for a department that they may not look into. */
export const listSops = (ctx: Context, { query }: Input<typeof sopsApi.list>): Promise<Sop[]> =>
  sopsWithNames(ctx, visibleSops(ctx, query.department ?? query.departmentId), MAX_SOPS)
