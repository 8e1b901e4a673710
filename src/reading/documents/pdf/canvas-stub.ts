/** Stands in for the canvas library of pdf.js, which reading text never draws with. pdf.js makes one matrix when it is loaded. */
export class DOMMatrix {}
export class ImageData {}
export class Path2D {}
