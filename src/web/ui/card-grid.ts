/** Classes of a grid of cards, at least 20 rem wide, as many side by side as fit. */
export const cardGrid = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-3'
