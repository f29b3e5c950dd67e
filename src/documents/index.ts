/**
 * Documents: PDF and HTML to what a person would read of them. The one place where files that strangers made are opened:
 * in a thread of its own, with limits of time, memory and pages, so that a file made to be slow or large ends there.
 * May touch: the kernel's error type. Knows neither network nor disk.
 */
export { type HtmlText, readHtml } from './html.ts';
export { type DocumentKind, type DocumentText, type ReadOptions, readDocument } from './read.ts';
