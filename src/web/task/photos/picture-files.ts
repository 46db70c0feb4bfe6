/** The pictures of a drop or a paste. Some browsers give HEIC no type. */
export const picturesOf = ({ files }: DataTransfer): File[] =>
  [...files].filter(({ type, name }) => type.startsWith('image/') || /\.hei[cf]$/i.test(name))
