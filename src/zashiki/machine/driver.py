"""A GPU through the library of its driver: arrays in its memory, and kernels. Nothing else has to be installed for it.

All work is done in the order in which it is asked for, that of PyTorch and CuPy on their default stream included.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from math import prod
from operator import index
from typing import Any

import numpy as np

from zashiki.machine.values import DType, Kind

LIBRARY = "libcuda.so.1"
MULTIPROCESSORS, MAJOR, MINOR = 16, 75, 76  # the driver's numbers for what can be asked about a GPU
PTX = 1  # its number for a kind of code
ERROR_BUFFER, ERROR_SIZE = 5, 6  # and for options of its linker
MOST_SAID = 8192  # characters of what the linker says about an error
DEFAULT_STREAM = 1  # as the interface of arrays names it


class Driver:
    """The functions of the driver's library. One that fails raises, with the driver's words for what went wrong."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL(LIBRARY)

    def __getattr__(self, name: str) -> Callable[..., None]:
        function = getattr(self._library, name)

        def call(*arguments: Any) -> None:
            code = function(*arguments)
            if code:
                raise RuntimeError(f"{name} failed: {self._why(code)}")

        setattr(self, name, call)
        return call

    def _why(self, code: int) -> str:
        said = ctypes.c_char_p()
        self._library.cuGetErrorString(code, ctypes.byref(said))
        return said.value.decode() if said.value else f"error {code}"


@cache
def device() -> Device:
    """The GPU of this process; OSError or RuntimeError where there is none."""
    return Device()


class Device:
    """The GPU that this thread already works with, for PyTorch perhaps; otherwise the first one."""

    def __init__(self) -> None:
        self._driver, self._number, self._context = Driver(), ctypes.c_int(), ctypes.c_void_p()
        self._driver.cuInit(0)
        self._driver.cuCtxGetCurrent(ctypes.byref(self._context))
        if self._context:
            self._driver.cuCtxGetDevice(ctypes.byref(self._number))
        else:
            self._driver.cuDeviceGet(ctypes.byref(self._number), 0)
            self._driver.cuDevicePrimaryCtxRetain(ctypes.byref(self._context), self._number)
        self.multiprocessors = self._asked(MULTIPROCESSORS)
        self.capability = 10 * self._asked(MAJOR) + self._asked(MINOR)

    def _asked(self, what: int) -> int:
        found = ctypes.c_int()
        self._driver.cuDeviceGetAttribute(ctypes.byref(found), what, self._number)
        return found.value

    @property
    def name(self) -> str:
        """As its maker calls it."""
        said = ctypes.create_string_buffer(256)
        self._driver.cuDeviceGetName(said, len(said), self._number)
        return said.value.decode()

    @property
    def driver_version(self) -> int:
        """Such as 13000 for 13.0."""
        found = ctypes.c_int()
        self._driver.cuDriverGetVersion(ctypes.byref(found))
        return found.value

    def call(self, name: str, *arguments: Any) -> None:
        """A function of the driver, for this GPU."""
        self._driver.cuCtxSetCurrent(self._context)
        getattr(self._driver, name)(*arguments)

    def synchronize(self) -> None:
        """Wait for everything that was asked for."""
        self.call("cuCtxSynchronize")

    # Memory

    def copy_in(self, address: int, array: np.ndarray[Any, Any]) -> None:
        """Copy an array to an address on the GPU."""
        whole = np.ascontiguousarray(array)
        if whole.nbytes:
            self.call(
                "cuMemcpyHtoD_v2", ctypes.c_uint64(address), ctypes.c_void_p(whole.ctypes.data), ctypes.c_size_t(whole.nbytes)
            )

    def copy_out(self, array: np.ndarray[Any, Any], address: int) -> None:
        """Copy to a contiguous array from an address on the GPU."""
        if array.nbytes:
            self.call(
                "cuMemcpyDtoH_v2", ctypes.c_void_p(array.ctypes.data), ctypes.c_uint64(address), ctypes.c_size_t(array.nbytes)
            )

    # Code

    def machine_code(self, ptx: str) -> bytes:
        """What the driver makes of PTX for this GPU."""
        said = ctypes.create_string_buffer(MOST_SAID)
        names = (ctypes.c_int * 2)(ERROR_BUFFER, ERROR_SIZE)
        values = (ctypes.c_void_p * 2)(ctypes.addressof(said), MOST_SAID)
        work, code, size, text = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_size_t(), ptx.encode() + b"\0"
        self.call("cuLinkCreate_v2", len(names), names, values, ctypes.byref(work))
        try:
            self.call("cuLinkAddData_v2", work, PTX, text, ctypes.c_size_t(len(text)), b"rules", 0, None, None)
            self.call("cuLinkComplete", work, ctypes.byref(code), ctypes.byref(size))
            return ctypes.string_at(code, size.value)
        except RuntimeError as error:
            raise RuntimeError(f"{error}: {said.value.decode(errors='replace')}") from None
        finally:
            self.call("cuLinkDestroy", work)

    def load(self, code: bytes, name: str) -> Launch:
        """A kernel of machine code."""
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        self.call("cuModuleLoadData", ctypes.byref(module), code)
        self.call("cuModuleGetFunction", ctypes.byref(function), module, name.encode())

        def launch(blocks: int, threads: int, words: list[int]) -> None:
            values = (ctypes.c_int64 * len(words))(*words)
            first, size = ctypes.addressof(values), ctypes.sizeof(ctypes.c_int64)
            places = (ctypes.c_void_p * len(words))(*range(first, first + size * len(words), size))
            self.call("cuLaunchKernel", function, blocks, 1, 1, threads, 1, 1, 0, None, places, None)

        return launch


Launch = Callable[[int, int, list[int]], None]  # (blocks, threads of each, the words of all arguments)


class DeviceArray:
    """An array in the memory of a GPU, zeros or anything. Other libraries take it without a copy."""

    def __init__(self, device: Device, shape: tuple[int, ...], dtype: DType) -> None:
        self.shape, self.dtype, self.ndim, self._device = shape, dtype, len(shape), device
        self.nbytes = prod(shape) * dtype.itemsize
        place = ctypes.c_uint64()
        device.call("cuMemAlloc_v2", ctypes.byref(place), ctypes.c_size_t(max(self.nbytes, 1)))
        self.address = place.value

    def __del__(self) -> None:
        if hasattr(self, "address"):
            with suppress(RuntimeError):  # after a kernel that went wrong the driver takes nothing back
                self._device.synchronize()
                self._device.call("cuMemFree_v2", ctypes.c_uint64(self.address))

    def __len__(self) -> int:
        return self.shape[0]

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        place = {"data": (self.address, False), "strides": None, "stream": DEFAULT_STREAM}
        return {"version": 3, "shape": self.shape, "typestr": self.dtype.str} | place

    def copy_to_host(self) -> np.ndarray[Any, Any]:
        """A copy as a NumPy array."""
        found = np.empty(self.shape, self.dtype)
        self._device.copy_out(found, self.address)
        return found


class Taken:
    """What a kernel takes for an argument: its kind and its words. An array may be of any library that is on the GPU."""

    def __init__(self, given: Any) -> None:
        self.held = given  # as long as this is in use
        self.kind: Kind = int
        if not hasattr(given, "__cuda_array_interface__"):
            self.words: tuple[int, ...] = (index(given),)
            return
        shown = given.__cuda_array_interface__
        self.address, self.dtype, self.shape = shown["data"][0], getattr(given, "dtype", None), tuple(shown["shape"])
        if not isinstance(self.dtype, np.dtype):  # that of PyTorch is its own
            self.dtype = np.dtype(shown["typestr"])
        whole = tuple(self.dtype.itemsize * prod(self.shape[k + 1 :]) for k in range(len(self.shape)))
        strides = whole if shown.get("strides") is None else tuple(shown["strides"])
        self.kind = self.dtype, len(self.shape), strides == whole
        self.words = (self.address, *self.shape) if strides == whole else (self.address, *self.shape, *strides)
