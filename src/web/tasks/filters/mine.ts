import { createPersonalStore } from '../../store.ts'

/**
 * Whether the board of this phone begins with its person's own tasks: as chosen last. The bar at the foot and
 * `start.js` open it so, with the filter in the address.
 */
export const rememberedMine = createPersonalStore(false, { name: 'muster.mine' })
