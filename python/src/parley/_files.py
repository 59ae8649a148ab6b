"""Files to upload, and the forms that carry them."""

from __future__ import annotations

import mimetypes
import os
from dataclasses import dataclass
from typing import IO, Callable, Iterator, List, Mapping, Optional, Tuple, Union
from uuid import uuid4

from ._errors import ParleyError

FileContent = Union[bytes, IO[bytes]]
"""Bytes of a file, or an open file. It is read into memory, so that a retry can send it again."""

FileInput = Union[str, os.PathLike[str], FileContent, Tuple[str, FileContent]]
"""A file to upload: a path, bytes or an open file, or a pair of its name and its content."""

OnProgress = Callable[[int, int], None]
"""Is called with the bytes of the request's body that are sent, and those of all."""

STEP = 64 * 1024
"""Bytes that one step of an upload sends."""


@dataclass(frozen=True)
class Form:
    """An encoded form."""

    content_type: str
    body: bytes


def encode_form(fields: Mapping[str, str], file: Union[FileInput, List[FileInput]]) -> Form:
    """Writes a form as `multipart/form-data` (RFC 7578); raises a `ParleyError` for a file that can't be read."""
    files = [_read(each) for each in (file if isinstance(file, list) else [file])]
    boundary = f"parley-{uuid4().hex}"
    texts = [
        f'--{boundary}\r\nContent-Disposition: form-data; name="{_escaped(key)}"\r\n\r\n{value}\r\n'
        for key, value in fields.items()
    ]
    try:
        parts = ["".join(texts).encode("utf-8")]
        for name, content in files:
            media_type = mimetypes.guess_type(name)[0] or "application/octet-stream"
            head = (
                f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{_escaped(name)}"\r\n'
                f"Content-Type: {media_type}\r\n\r\n"
            )
            parts += [head.encode("utf-8"), content, b"\r\n"]
    except UnicodeEncodeError:
        raise _invalid("A field of the form contains a lone surrogate.") from None
    parts.append(f"--{boundary}--\r\n".encode("ascii"))
    return Form(f"multipart/form-data; boundary={boundary}", b"".join(parts))


def steps(body: bytes, on_progress: OnProgress) -> Iterator[bytes]:
    """The parts of a body; tells how many bytes have been taken."""
    total = len(body)
    on_progress(0, total)
    for start in range(0, total, STEP):
        part = body[start : start + STEP]
        yield part
        on_progress(start + len(part), total)


def _read(file: FileInput) -> Tuple[str, bytes]:
    name: Optional[str] = None
    content: object = file
    if isinstance(file, tuple):
        name, content = file
    if isinstance(content, (str, os.PathLike)):
        path = os.fspath(content)
        try:
            with open(path, "rb") as opened:
                return name or os.path.basename(path), opened.read()
        except OSError as error:
            raise _invalid(f"The file can't be read: {error.strerror}.") from None
    if isinstance(content, (bytes, bytearray, memoryview)):
        return name or "file", bytes(content)
    read = getattr(content, "read", None)
    if read is None:
        raise _invalid("file must be a path, bytes, an open file, or a pair of a name and one of these.")
    given = read()
    if not isinstance(given, bytes):
        raise _invalid("file must be opened in binary mode.")
    own = getattr(content, "name", None)
    return name or (os.path.basename(own) if isinstance(own, str) else "file"), given


def _escaped(text: str) -> str:
    """As browsers escape names (HTML, multipart/form-data encoding algorithm)."""
    return text.replace("\r\n", "%0D%0A").replace("\r", "%0D").replace("\n", "%0A").replace('"', "%22")


def _invalid(message: str) -> ParleyError:
    return ParleyError(message, code="invalid_argument")
