/** Cards side by side, as many as fit without becoming narrow. */
export const cardGrid = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-3'
