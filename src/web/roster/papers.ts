/** The papers that the roster is printed on, on their side. */
export const papers = ['A4', 'A3'] as const
export type Paper = (typeof papers)[number]
