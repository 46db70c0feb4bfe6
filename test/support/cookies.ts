/** What a browser would send back: every cookie that a reply sets, without its attributes. */
export const cookiesOf = (setCookie: string | string[] | undefined) =>
  [setCookie ?? []]
    .flat()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
