import type { Invitation } from '../../../shared/users.ts'

/** The whole address of a link. The server knows only its path when it does not know its own address. */
export const linkAddress = ({ link }: Pick<Invitation, 'link'>) => new URL(link, location.origin).href
