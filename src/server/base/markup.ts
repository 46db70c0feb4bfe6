/** A text as it stands in HTML and XML, in an attribute too. */
export const escapedMarkup = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
